/**
 * What the specification lets a target leave out or leaves open. A target declares what it has;
 * declared and missing is a failure, undeclared is not applicable.
 */
export const CAPABILITIES = {
  /** Section 4.6: request-loan also answers on the lending host. */
  requestLoanOnLendingHost: 'request-loan also answers on the lending host (section 4.6)',
  /** Section 5.7: long-lived API tokens are accepted in X-Auth-Token. */
  apiTokens: 'long-lived API tokens are accepted in X-Auth-Token (section 5.7)',
  /** Section 5.5: refresh answers with a new refresh token and spends the old one. */
  refreshRotation: 'refresh tokens are rotated after each use (section 5.5)',
} as const;

/** The name of a capability, as written in a target file. */
export type Capability = keyof typeof CAPABILITIES;
