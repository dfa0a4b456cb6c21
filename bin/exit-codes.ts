/** From the most serious: what did not work, what failed, what was not tested, what is well. */
const BY_SERIOUSNESS = [4, 2, 1, 3, 0];

/** The most serious exit code of several steps; see "Exit codes" in CONTRIBUTING.md. */
export function worstExitCode(exitCodes: readonly number[]): number {
  return BY_SERIOUSNESS.find((code) => exitCodes.includes(code)) ?? 4;
}
