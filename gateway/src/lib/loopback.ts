/** Whether a host can only be reached from this machine. @param host as it is set, or as a URL has it: `[::1]` */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);
}
