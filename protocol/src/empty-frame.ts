/** The address in an empty frame. It is nobody's, and is not published. */
export const FRAME_EMAIL = "you@example.com";
