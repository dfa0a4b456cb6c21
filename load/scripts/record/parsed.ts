/** The body as JSON, or null where it is none. */
export function parsed({ body }: { body: string | null }): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return null;
  }
}
