import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Holds that every relative link of a page leads to a file, and to a heading where it names one. */

const ROOT = import.meta.dirname;
const FOLDERS =
  '{bin,calibration,conformance,contract,docs,examples,fixtures,load,pages,server,target}';
const pages = globSync(['*.md', `${FOLDERS}/**/*.md`], { cwd: ROOT });

/** The pages' text without code, which may look like a link. */
function proseOf(markdown: string): string {
  return markdown.replaceAll(/^( *)```[\s\S]*?^\1```/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

/** What GitHub calls a heading in a link: lower case, without signs, spaces as hyphens. */
function anchorsIn(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/** The links of a page that lead nowhere. */
function deadLinks(page: string, markdown: string): string[] {
  const links = [...proseOf(markdown).matchAll(/\]\(([^)\s]+)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) {
      return false;
    }
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
    if (!existsSync(file)) {
      return true;
    }
    const text = path === '' ? markdown : anchor && readFileSync(file, 'utf8');
    return anchor !== undefined && !anchorsIn(text ?? '').includes(anchor);
  });
}

describe('links', () => {
  it.each(pages)('of %s lead somewhere', (page) => {
    expect(deadLinks(page, readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
  });

  it.each(pages)('of %s name files that exist, where they are paths in code', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const paths = [
      ...text.matchAll(
        /`((?:bin|calibration|conformance|contract|server)\/[\w./-]+\.(?:ts|json))`/g,
      ),
    ];
    expect(
      paths.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path))),
    ).toEqual([]);
  });

  it('are read in all pages', () => {
    expect(pages).toContain('README.md');
    expect(pages).toContain(join('conformance', 'README.md'));
  });

  it('that lead nowhere are found', () => {
    const page =
      '# One heading\n[a](b.md) [c](#one-heading) [d](#two) [e](https://f.example) `[g](h)`';
    expect(deadLinks('conformance/README.md', page)).toEqual(['b.md', '#two']);
  });
});
