import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import packageJson from './package.json' with { type: 'json' };
import packageLock from './package-lock.json' with { type: 'json' };

/** Holds the limits that CONTRIBUTING.md sets: files in a room, packages, words on each of them. */

const ROOT = import.meta.dirname;
const CONTRIBUTING = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

const MOST_FILES = 15;
const MOST_PACKAGES = 60;

const FOLDERS = '{bin,calibration,conformance,contract,fixtures,load,pages,server,target}';
const allFiles = globSync(`${FOLDERS}/**/*.*`, { cwd: ROOT }).map((file) =>
  file.replaceAll('\\', '/'),
);
const files = allFiles.filter(
  (file) => /\.[jt]s$/.test(file) && !/\.test\.ts$|\.generated\./.test(file),
);

describe('rooms', () => {
  const rooms = Map.groupBy(files, (file) => dirname(file));

  it(`hold at most ${MOST_FILES} files of code beside each other`, () => {
    const large = [...rooms].filter(([, inside]) => inside.length > MOST_FILES);
    expect(large.map(([room, inside]) => `${room}: ${inside.length}`)).toEqual([]);
  });

  it('are those of the plan', () => {
    const planned = new Set(
      [...CONTRIBUTING.matchAll(/^\|(.+?)\|/gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`([^`]+)\/`/g)].map(([, room]) => room),
      ),
    );
    const inHouse = [...rooms.keys()].filter((room) =>
      /^(bin|calibration|conformance|contract|load|pages|target)\//.test(room),
    );
    expect(inHouse.filter((room) => !planned.has(room))).toEqual([]);
    const folders = new Set(allFiles.flatMap((file) => [dirname(file), dirname(dirname(file))]));
    expect([...planned].filter((room) => room && !folders.has(room))).toEqual([]);
  });
});

describe('checks', () => {
  it('wait by allDone for what they send at once, so that nothing of them is under way when they end', () => {
    const waiting = globSync('conformance/{checks,sequences,situations}/**/*.ts', { cwd: ROOT })
      .filter((file) => !/\.test\.ts$|all-done\.ts$/.test(file))
      .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('Promise.all('));
    expect(waiting).toEqual([]);
  });
});

describe('every folder of the plan', () => {
  const folders = [...CONTRIBUTING.matchAll(/^\| `([a-z]+)\/` \|/gm)].map(
    ([, folder = '']) => folder,
  );

  it.each([
    'build.js',
    'bin/demo-install.js',
    'tsconfig.json',
    'tsconfig.build.json',
    'vitest.config.ts',
  ])('is named in %s', (file) => {
    expect(folders).toContain('target');
    const text = readFileSync(join(ROOT, file), 'utf8');
    expect(folders.filter((folder) => !new RegExp(`\\b${folder}\\b`).test(text))).toEqual([]);
  });
});

interface Locked {
  version?: string;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, Locked>>;

/** Where the lock file installs what a package asks for: beside it or beside one above it. */
function installedFor(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (place in lock) {
      return place;
    }
    if (at === '') {
      return undefined;
    }
  }
}

/** Everything that the lock file installs for these packages, on whichever platform. */
function installedWith(lock: Lock, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const follow = (from: string, name: string): void => {
    const place = installedFor(lock, from, name);
    if (place === undefined || found.has(place)) {
      return;
    }
    found.add(place);
    const { dependencies, optionalDependencies } = lock[place] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      follow(place, each);
    }
  };
  for (const name of names) {
    follow('', name);
  }
  return found;
}

describe('packages', () => {
  const lock: Lock = packageLock.packages;
  const dependencies: Record<string, string> = packageJson.dependencies;
  const development: Record<string, string> = packageJson.devDependencies;

  it.skipIf('vitest' in dependencies)(`are at most ${MOST_PACKAGES} in an installation`, () => {
    const installed = installedWith(lock, Object.keys(dependencies));
    expect(installed.size).toBeGreaterThanOrEqual(Object.keys(dependencies).length);
    expect(installed.size).toBeLessThanOrEqual(MOST_PACKAGES);
  });

  it('each have one line that says what they are for, and none that is not there', () => {
    const section = /## Dependencies\n([\s\S]*?)\n## /.exec(CONTRIBUTING)?.[1] ?? '';
    const lines = [...section.matchAll(/^\| `([^`]+)` +\| \S/gm)].map(([, name]) => name);
    const names = [...Object.keys(dependencies), ...Object.keys(development)];
    expect(lines.toSorted()).toEqual(names.toSorted());
  });

  it('are counted with what they bring along', () => {
    const small: Lock = {
      'node_modules/a': { dependencies: { b: '1' } },
      'node_modules/b': {},
      'node_modules/a/node_modules/b': { optionalDependencies: { c: '1' } },
      'node_modules/c': { dependencies: { a: '1' } },
    };
    expect(installedWith(small, ['a']).size).toBe(3);
  });
});
