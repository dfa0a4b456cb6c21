import { html } from 'hono/html';
import { fact, type Markup, type Tone, tag } from '../../pages/markup.ts';
import { renderPage } from '../../pages/page.ts';
import { count } from '../../pages/words.ts';
import { foreign } from '../report/html/markup.ts';
import { utc } from '../report/html/masthead.ts';
import type { JudgedRule, JudgedSide, ProxyReport } from './proxy-report.ts';
import { brokenFirst, judgedText, VERDICT_TEXT } from './proxy-text.ts';

const TONE_OF: Record<JudgedRule['result'], Tone> = {
  kept: 'good',
  broken: 'bad',
  'left open': 'calm',
  'not judged': 'calm',
  error: 'bad',
};

const STYLE = `
.findings > li.should { border-left-color: var(--mild); }
.findings > li.open { border-left-color: var(--calm); }
.findings h3 { font-size: 1.02rem; margin: 0 0 .3rem; overflow-wrap: anywhere; font-weight: 600; }
.findings summary { cursor: pointer; font-size: .9rem; margin-top: .4rem; }
pre { margin: .4rem 0 0; white-space: pre-wrap; line-height: 1.45; max-height: 28rem; overflow: auto; background: var(--sunk); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; }
tbody th { min-width: 9rem; }
`;

/** The report of a proxy as one HTML file that needs no network and runs nothing. */
export function renderProxyHtml(report: ProxyReport): string {
  const { server, client, target, kit, contract } = report;
  const tone: Tone = report.exitCode === 1 ? 'bad' : report.exitCode === 3 ? 'mild' : 'good';
  return renderPage({
    title: `Proxy of ${foreign(target.name, 100)}: the server ${VERDICT_TEXT[server.verdict]}`,
    tone,
    skip: 'Skip to what was broken',
    masthead: masthead(report),
    main: html`${brokenSection('server', server)}
${brokenSection('client', client)}
${trafficSection(report)}
${rulesSection('server', server)}
${rulesSection('client', client)}`,
    footer: html`Assay ${kit.version}, register version ${contract.registerVersion}, contract <span class="mono">${contract.digest}</span>. Secrets are replaced by [redacted]. What passed by is judged; only certify asks for all of it.`,
    style: STYLE,
  });
}

function masthead(report: ProxyReport): Markup {
  const { target, server, client, reasons, exchanges, startedAt, durationMs } = report;
  return html`<p class="kicker">Traffic to ${foreign(target.name, 200)}</p>
<h1>The server ${VERDICT_TEXT[server.verdict]}</h1>
<p>The client ${VERDICT_TEXT[client.verdict]}.</p>
${reasons.length > 0 ? html`<ul class="reasons">${reasons.map((reason) => html`<li>${foreign(reason)}</li>`)}</ul>` : ''}
<dl class="facts">
${fact('Exchanges', exchanges)}
${fact('Rules of answers', judgedText(server.rules))}
${fact('Rules of requests', judgedText(client.rules))}
${fact('API', foreign(target.baseUrl, 300))}
${fact('Run', `${utc(startedAt)}, ${(durationMs / 1000).toFixed(1)} s`)}
</dl>`;
}

function brokenSection(name: 'server' | 'client', { rules }: JudgedSide): Markup | '' {
  const broken = brokenFirst(rules);
  if (broken.length === 0) {
    return '';
  }
  const what = name === 'server' ? 'What the server broke' : 'What the client broke';
  const open = broken.filter(({ result }) => result === 'left open').length;
  return html`<section aria-labelledby="${name}-broken">
<h2 id="${name}-broken">${what} <small>${count(broken.length - open, 'rule')}${open > 0 ? `, and ${open} of what is listed and not demanded` : ''}</small></h2>
<ol class="findings">${broken.map(brokenItem)}</ol>
</section>`;
}

function brokenItem(rule: JudgedRule): Markup {
  const { id, title, level, result, endpoint, requirements, section, judged, broken } = rule;
  const { expected = '', got = '', exchange, replay = [], problem } = rule;
  return html`<li class="${level}">
<h3>${title}</h3>
<p>${tag(TONE_OF[result], result === 'broken' ? level : result)} ${endpoint}, section ${section}${requirements.length > 0 ? `, ${requirements.join(', ')}` : ''}: <span class="mono">${id}</span></p>
<p>${problem === undefined ? html`Broken by ${broken} of ${judged}; the first: expected ${foreign(expected, 500)}, got ${foreign(got, 500)}.` : html`The rule could not judge: ${foreign(problem, 500)}`}</p>
${exchange ? html`<details><summary>The first exchange that broke it</summary><pre tabindex="0">${exchangeText(exchange)}</pre></details>` : ''}
${replay.length > 0 ? html`<details><summary>Replay in a shell with curl</summary><pre tabindex="0">${foreign(replay.join('\n'), 16_000)}</pre></details>` : ''}
</li>`;
}

function exchangeText({ request, response, error }: NonNullable<JudgedRule['exchange']>): string {
  const headersOf = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return foreign(
    [
      `${request.method} ${request.url}`,
      ...headersOf(request.headers),
      ...(request.body === undefined ? [] : ['', request.body]),
      '',
      ...(response
        ? [`HTTP ${response.status}`, ...headersOf(response.headers), '', response.body]
        : [`no answer: ${error?.message ?? 'unknown'}`]),
    ].join('\n'),
    16_000,
  );
}

function trafficSection({ endpoints, elsewhere, unanswered, unjudged }: ProxyReport): Markup {
  return html`<section aria-labelledby="traffic">
<h2 id="traffic">Traffic <small>what passed by</small></h2>
<div class="panel"><table>
<thead><tr><th scope="col">Endpoint</th><th scope="col" class="number">Requests</th><th scope="col">Answers</th></tr></thead>
<tbody>${endpoints.map(
    ({ endpoint, exchanges, statuses }) =>
      html`<tr><th scope="row">${endpoint}</th><td class="number" data-label="Requests">${exchanges}</td><td data-label="Answers">${Object.entries(
        statuses,
      )
        .map(([status, times]) => `${times} × HTTP ${status}`)
        .join(', ')}</td></tr>`,
  )}${elsewhere.map(
    ({ method, path, exchanges }) =>
      html`<tr><th scope="row" class="mono">${method} ${foreign(path, 200)}</th><td class="number" data-label="Requests">${exchanges}</td><td>not of the specification</td></tr>`,
  )}</tbody>
</table></div>
${unanswered.map(({ reason, exchanges }) => html`<p>No answer to ${count(exchanges, 'request')}: ${foreign(reason, 200)}</p>`)}
${unjudged > 0 ? html`<p>${count(unjudged, 'exchange')} too large to be judged</p>` : ''}
</section>`;
}

function rulesSection(name: 'server' | 'client', { rules }: JudgedSide): Markup {
  const title = name === 'server' ? 'Rules of answers' : 'Rules of requests';
  return html`<section aria-labelledby="${name}-rules">
<h2 id="${name}-rules">${title} <small>${judgedText(rules)}</small></h2>
<details><summary>All of them</summary>
<div class="panel"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Level</th><th scope="col">Result</th><th scope="col" class="number">Judged</th><th scope="col" class="number">Broken</th></tr></thead>
<tbody>${rules.map(
    ({ id, title: said, level, result, judged, broken }) =>
      html`<tr><th scope="row"><span class="mono">${id}</span><p class="soft">${said}</p></th><td data-label="Level">${level}</td><td>${tag(TONE_OF[result], result)}</td><td class="number" data-label="Judged">${judged}</td><td class="number" data-label="Broken">${broken}</td></tr>`,
  )}</tbody>
</table></div>
</details>
</section>`;
}
