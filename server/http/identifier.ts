const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version (RFC 9562), in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether two identifiers are the same; UUIDs compare without regard to case (RFC 9562 4). */
export function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
