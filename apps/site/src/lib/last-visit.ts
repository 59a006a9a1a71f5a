/** Keeps the time of this visit under `lastVisit`. Storage may be full or forbidden; the visit goes on without. */
export function noteVisit(now = new Date()): void {
  try {
    localStorage.setItem("lastVisit", now.toISOString());
  } catch {
    // Private windows of some browsers forbid it.
  }
}
