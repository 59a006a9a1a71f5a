/** Codes by which a socket is closed. Source: RFC 6455 §7.4.1; IANA, "WebSocket Close Code Number Registry". */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  policyViolation: 1008,
  internalError: 1011,
  serviceRestart: 1012,
  tryAgainLater: 1013,
} as const;
