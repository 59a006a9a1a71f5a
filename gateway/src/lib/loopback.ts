/** Whether a host can be reached only from this machine. @param host as in settings, or as in a URL: `[::1]` */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);
}
