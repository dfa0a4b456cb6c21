import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import packageJson from '../../package.json' with { type: 'json' };
import { type Page, renderPage } from '../../pages/page.ts';
import type { Chart } from './charts.ts';
import { SCRIPT } from './plots-script.ts';
import { PLOTS_STYLE } from './plots-style.ts';

const require = createRequire(import.meta.url);
const uplot = (file: string) => readFileSync(require.resolve(`uplot/dist/${file}`), 'utf8');

/** A page of a run or a comparison, with uPlot where it has plots; else it runs no script at all. */
export function renderPlotsPage(
  page: Pick<Page, 'title' | 'tone' | 'masthead' | 'main'> & { charts: Chart[] },
): string {
  const { charts, ...rest } = page;
  return renderPage({
    ...rest,
    skip: 'Skip to the figures',
    footer: `Assay ${packageJson.version}. Latencies in milliseconds, from sending the first byte to receiving the last; failed requests are included.`,
    style: `${uplot('uPlot.min.css')}\n${PLOTS_STYLE}`,
    ...(charts.length > 0 && {
      script: `${uplot('uPlot.iife.min.js')}\n${SCRIPT}`,
      data: { id: 'charts', value: charts },
    }),
  });
}
