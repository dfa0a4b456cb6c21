/** Globals of k6 that @types/k6 does not declare. */
declare const console: { log(message: string): void };
declare const crypto: { randomUUID(): string };
