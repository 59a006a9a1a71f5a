/** "1 day", "3 days", "1,234 days". */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? thing : `${thing}s`}`;
}
