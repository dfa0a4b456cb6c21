/**
 * Other ways to write an id, which a loose comparison takes for it and a strict one for none: what is
 * refused of the id is refused of these, and shows no more.
 */
export function nearIds(id: string): string[] {
  const ways = [
    id.toUpperCase(),
    `{${id}}`,
    ` ${id}`,
    `${id} `,
    id.replaceAll('-', ''),
    `urn:uuid:${id}`,
  ];
  return [...new Set(ways)].filter((way) => way !== id);
}
