import { applyEdits, modify, parse } from 'jsonc-parser';

/** Keys of a target file that hold an address of the target. */
const ADDRESSES = ['baseUrl', 'lendingUrl', 'investmentUrl'];

/**
 * The text of a target file that leads through a proxy: its addresses are those of the proxy, with
 * the same paths; comments, secrets from the environment and all else stay as they are.
 *
 * @param text of a target file that was read without mistakes, its addresses in `actual`
 * @param actual the addresses as they were read, by their place in the file: `users.agent.baseUrl`
 */
export function targetThrough(
  text: string,
  actual: Readonly<Record<string, string>>,
  addresses: readonly { origin: string; url: string }[],
): string {
  return Object.entries(actual).reduce((edited, [place, address]) => {
    const { origin, pathname } = new URL(address);
    const through = addresses.find((each) => each.origin === origin);
    if (!through) {
      return edited;
    }
    const url = `${through.url}${pathname.replace(/\/$/, '')}`;
    return applyEdits(edited, modify(edited, place.split('.'), url, {}));
  }, text);
}

/** Where a target file holds addresses, with what was read there. */
export function addressesIn(
  text: string,
  target: {
    baseUrl: string;
    lendingUrl: string;
    investmentUrl: string;
    users: Readonly<Record<string, { baseUrl?: string } | undefined>>;
  },
): Record<string, string> {
  const written = parse(text) as Record<string, unknown>;
  const own = { ...target } as unknown as Record<string, string>;
  const places = ADDRESSES.filter((name) => name in written).map((name) => [name, own[name] ?? '']);
  const ofUsers = Object.entries(target.users).flatMap(([user, entry]) =>
    entry?.baseUrl === undefined ? [] : [[`users.${user}.baseUrl`, entry.baseUrl]],
  );
  return Object.fromEntries([...places, ...ofUsers]);
}
