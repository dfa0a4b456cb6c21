import { describe, expect, it } from 'vitest';
import type { Session } from '../check-context.ts';
import { Devices } from './devices.ts';

const login = (email: string) => ({ body: { email, currentPassword: 'a' } });

describe('devices of a run', () => {
  it('are one for each user, the same at every login', () => {
    const devices = new Devices();
    const one = devices.of(login('ada@example.test'));
    expect(devices.of(login('ada@example.test'))).toEqual(one);
    expect(devices.of(login('obi@example.test'))).not.toEqual(one);
  });

  it('are of a token as it was given, by whoever sends it', () => {
    const devices = new Devices();
    const own = { uuid: 'a device of its own', platform: 'IOS' };
    devices.gave('a', own);
    expect(devices.of({ as: { accessToken: 'a' }, ...login('ada@example.test') })).toEqual(own);
    expect(devices.of({ as: { accessToken: 'b' } })).toEqual(devices.of({ as: null }));
  });

  it('are that of a session for whoever has none and tries again', () => {
    const devices = new Devices();
    devices.gave('a', { uuid: 'known', platform: 'IOS' });
    devices.gave('b', { uuid: 'known later' });
    const known = (turn: number) => devices.of({ as: null, turn }).uuid === 'known';
    expect([0, 1, 2, 3].map(known)).toEqual([false, true, true, true]);
  });

  it('are every other time that of whom tokens are supplied for', () => {
    const devices = new Devices('ada@example.test');
    devices.gave('a', { uuid: 'of the first session' });
    const own = devices.of(login('ada@example.test'));
    const of = (turn: number) => devices.of({ as: { accessToken: 'supplied' }, turn });
    expect([of(1), of(2)]).toEqual([{ uuid: 'of the first session' }, own]);
  });

  it('are those that the session began on whose place a forged token takes, but for the first time', () => {
    const devices = new Devices();
    devices.gave('first', { uuid: 'of the first' });
    devices.gave('a', { uuid: 'of a refresh', platform: 'IOS' });
    const login = { request: { headers: { uuid: 'known' } } };
    const inPlaceOf = { accessToken: 'a', login } as unknown as Session;
    const of = (turn: number) => devices.of({ as: { accessToken: 'forged' }, inPlaceOf, turn });
    expect(of(0).uuid).not.toBe('known');
    expect([of(1), of(2)]).toEqual([{ uuid: 'known' }, { uuid: 'known' }]);
  });

  it('are not those of another run', () => {
    const same = login('ada@example.test');
    expect(new Devices().of(same)).not.toEqual(new Devices().of(same));
  });
});
