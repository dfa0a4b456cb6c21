import { describe, expect, it } from 'vitest';
import { Recorder } from './recorder.ts';
import { SharedValues } from './shared-values.ts';

/** Sessions that a check asked for, and what another made of them. */
async function sessionsAndRefreshed() {
  const values = new SharedValues();
  const made: string[] = [];
  const sessions = (shownBy: Recorder, reader: string) =>
    values.of('sessions', async () => made.push('sessions'), { shownBy, reader });
  const refreshed = (reader: string) =>
    values.of(
      'refreshed',
      async (own) => {
        await sessions(own, reader);
        return made.push('refreshed');
      },
      { shownBy: new Recorder(), reader },
    );
  await refreshed('refresh.at-once');
  return { values, made, refreshed };
}

describe('values that checks share', () => {
  it('are made once, and anew once they are forgotten', async () => {
    const { values, made, refreshed } = await sessionsAndRefreshed();
    await refreshed('logout.at-once');
    expect(made).toEqual(['sessions', 'refreshed']);
    values.forgetUnread(['refreshed'], 'login.customer');
    await refreshed('logout.at-once');
    expect(made).toEqual(['sessions', 'refreshed', 'refreshed']);
  });

  it('are forgotten with what they were made of', async () => {
    const { values, made, refreshed } = await sessionsAndRefreshed();
    expect(values.forgetUnread(['sessions'], 'login.customer')).toEqual(['sessions', 'refreshed']);
    await refreshed('logout.at-once');
    expect(made).toEqual(['sessions', 'refreshed', 'sessions', 'refreshed']);
  });

  it('keep what they were made of from whoever has asked for them', async () => {
    const { values, made, refreshed } = await sessionsAndRefreshed();
    await refreshed('logout.at-once');
    expect(values.forgetUnread(['sessions'], 'logout.at-once')).toEqual([]);
    expect(made).toEqual(['sessions', 'refreshed']);
  });
});
