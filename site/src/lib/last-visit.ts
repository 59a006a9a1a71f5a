/** Keeps the time of this visit under `lastVisit`. Storage may be full or forbidden; the visit goes on without. */
export function noteVisit(): void {
  try {
    localStorage.setItem("lastVisit", new Date().toISOString());
  } catch {
    // Private windows of some browsers forbid it.
  }
}
