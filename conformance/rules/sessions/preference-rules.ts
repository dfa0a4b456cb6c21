import { organisationsIn, tellingLeaves, tellsMostOf } from '../../checks/sessions/organisation.ts';
import { preferenceCaller } from '../../checks/sessions/organisation-preference.ts';
import { deviate } from '../../outcome.ts';
import type { Rule, Told } from '../rule.ts';

const base = {
  endpoint: 'fetch-organisation-preference',
  users: ['manager'],
  after: ['fetch-organisation-preference.succeeds'],
  ask: preferenceCaller,
  unseen: 'No preference says of which organisation it is.',
} satisfies Partial<Rule>;

/** The tenant of a user of the target file: `otherManager` is of another one than all the rest. */
const sideOf = ({ caller }: Told) =>
  caller?.user === undefined ? undefined : caller.user === 'otherManager' ? 'other' : 'own';

/** Which tenants were told an organisation at one place of their preferences. */
type Sightings = Map<string, Set<string>>;

/** What each tenant may count by itself, so that two of them have the same. */
const COUNTED = /^\d{1,6}$/;

const ofOwnTenant: Rule = {
  ...base,
  id: 'fetch-organisation-preference.own.everywhere',
  title: 'gives users of two tenants never the preference of each other',
  requirements: ['ORG-10'],
  level: 'must',
  users: ['manager', 'otherManager'],
  judge(told, known) {
    const side = sideOf(told);
    const named = told.succeeded ? organisationsIn(told.exchange) : [];
    if (side === undefined || named.length === 0) {
      return false;
    }
    for (const [place, organisation] of named) {
      const all = known.firstTold<Sightings>(`organisations at ${place}`, new Map());
      const sides = all.get(organisation) ?? new Set();
      all.set(organisation, sides.add(side));
      const first = known.firstTold(`first ${place} of ${told.caller?.user}`, { organisation });
      const isTold = !COUNTED.test(organisation) || first.organisation !== organisation;
      // One that both tenants are told, and nothing else, may be that of the platform.
      if (all.size > 1 && sides.size > 1 && isTold) {
        deviate(
          `another ${place.slice(1)} for each of two tenants, who were told different ones`,
          `${JSON.stringify(organisation)} for users of both`,
        );
      }
    }
    return true;
  },
};

const sameEachTime: Rule = {
  ...base,
  id: 'fetch-organisation-preference.same-everywhere',
  title: 'gives a user the preference of the same organisation each time',
  requirements: ['ORG-11'],
  level: 'should',
  judge(told, known) {
    const user = told.caller?.user;
    const named = told.succeeded ? organisationsIn(told.exchange) : [];
    let isKnown = false;
    for (const [place, organisation] of user === undefined ? [] : named) {
      const now = { organisation };
      const first = known.firstTold(`${place} of the preference of ${user}`, now);
      isKnown ||= first !== now;
      if (first.organisation !== organisation) {
        deviate(
          `${place.slice(1)} ${JSON.stringify(first.organisation)} for ${user}, as the first time`,
          JSON.stringify(organisation),
        );
      }
    }
    return isKnown;
  },
};

const heldByRefusal: Rule = {
  ...base,
  id: 'fetch-organisation-preference.refusal-holds-nothing',
  title: 'gives nobody the preference with a 401 or 403',
  requirements: ['ERR-23'],
  level: 'must',
  unseen: 'No request was refused with 401 or 403 after a preference was seen.',
  judge({ exchange, status, succeeded }, known) {
    if (succeeded) {
      known.firstTold('what a preference tells', new Set(tellingLeaves(exchange)));
      return false;
    }
    const good = known.toldOf<ReadonlySet<string>>('what a preference tells');
    if ((status !== 401 && status !== 403) || good === undefined) {
      return false;
    }
    if (tellsMostOf(good, exchange)) {
      deviate(`a refusal with HTTP ${status} without the preference`, 'most of it in its body');
    }
    return true;
  },
};

/** Section 4.4: whose preference everybody is given, and nobody with a refusal. */
export const preferenceRules: Rule[] = [ofOwnTenant, sameEachTime, heldByRefusal];
