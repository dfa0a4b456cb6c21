import { describe, expect, it } from 'vitest';
import { NOT_UUIDS, nearIds, nobodyNear, notUuids } from './near-ids.ts';

describe('near misses of an id', () => {
  it('are other texts, each once', () => {
    const id = '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c';
    const near = nearIds(id);
    expect(near).toContain('0D9F8F5E-5F0E-4A53-9D43-3A1F5A4FBE0C');
    expect(near).not.toContain(id);
    expect(new Set(near).size).toBe(near.length);
  });

  it('leave out what changes nothing', () => {
    expect(nearIds('12')).toEqual(['{12}', ' 12', '12 ', 'urn:uuid:12']);
  });
});

describe('the id of nobody near another', () => {
  it('begins and ends like it', () => {
    const id = '3f2b8c1e-07d4-4a55-9c39-5d0e6a1b2c3d';
    expect(nobodyNear(id)).toBe('3f2b8c1e-ad7e-4a55-9c39-5d0e6a1b2c3d');
    expect(nobodyNear(id.toUpperCase())).not.toBe(id.toUpperCase());
  });

  it('is like it but for its last part, where that is what differs', () => {
    const id = '3f2b8c1e-07d4-4a55-9c39-5d0e6a1b2c3d';
    expect(nobodyNear(id, 'end')).toBe('3f2b8c1e-07d4-4a55-9c39-f7a4c0b18697');
  });

  it('is any UUID where that is none', () => {
    expect(nobodyNear('1042')).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('texts that are no UUID', () => {
  it('begin like the id or are its beginning, so that who looks no further takes them for it', () => {
    const id = '3f2b8c1e-07d4-4a55-9c39-5d0e6a1b2c3d';
    const [word, ...near] = notUuids(id);
    expect(word).toBe('not-a-uuid');
    expect(near).toHaveLength(NOT_UUIDS - 1);
    expect(
      near.filter((text) => text === id || !(text.startsWith(id) || id.startsWith(text))),
    ).toEqual([]);
  });

  it('are the word alone where the id is none, since a longer one may be somebody', () => {
    expect(notUuids('1042')).toEqual(['not-a-uuid']);
  });
});
