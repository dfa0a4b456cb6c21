/**
 * The script of the pages with views: shows one view at a time, filters its items, follows deep links
 * into both, and copies replays. All is there and in order without it.
 *
 * An address says what is seen: `#run?result=fail,warn&endpoint=login&q=uuid` is a view with its filter,
 * any other is the id of a check, a requirement or a section.
 */
export const SCRIPT = `
'use strict';
(() => {
  const views = [...document.querySelectorAll('.view')];
  const links = [...document.querySelectorAll('.views a')];
  const barOf = (view) => view.querySelector('.filter');
  const itemsOf = (view) => [...view.querySelectorAll('[data-result]')];
  const wordsOf = (item) => ((item.querySelector('summary') || item).textContent + ' ' + (item.dataset.words || '')).toLowerCase();
  const has = (value, list) => value === '' || (list || '').split(' ').includes(value);

  const chosen = (bar) => ({
    result: [...bar.querySelectorAll('[aria-pressed="true"]')].map((button) => button.value).join(','),
    ...Object.fromEntries([...bar.querySelectorAll('[name]')].map((field) => [field.name, field.value.trim()])),
  });
  const addressOf = (view, all) => {
    const words = Object.entries(all).filter(([, value]) => value !== '').map(([name, value]) => name + '=' + encodeURIComponent(value));
    return '#' + view.id + (words.length > 0 ? '?' + words.join('&') : '');
  };
  const remember = (address) => {
    try { history.replaceState(history.state, '', address); } catch { /* a page without an address */ }
  };

  function apply(view) {
    const bar = barOf(view);
    if (!bar) return;
    const { result, endpoint, section, level, q } = chosen(bar);
    const results = result === '' ? [] : result.split(',');
    const search = q.toLowerCase();
    let shown = 0;
    const items = itemsOf(view);
    for (const item of items) {
      const { dataset } = item;
      const fits = (results.length === 0 || results.includes(dataset.result) || dataset.result === 'waiting')
        && has(endpoint, dataset.endpoint) && has(section, dataset.section) && has(level, dataset.level)
        && (search === '' || wordsOf(item).includes(search));
      item.hidden = !fits;
      if (fits) shown++;
    }
    for (const group of view.querySelectorAll('.statement, .chapter')) {
      group.hidden = !group.querySelector('[data-result]:not([hidden])');
    }
    const text = shown + ' of ' + items.length + ' shown';
    const output = bar.querySelector('output');
    if (output.value !== text) output.value = text;
    bar.querySelector('.all').hidden = shown === items.length;
  }

  function choose(view, wanted) {
    const bar = barOf(view);
    const results = (wanted.get('result') || '').split(',');
    for (const button of bar.querySelectorAll('[aria-pressed]')) {
      button.setAttribute('aria-pressed', String(results.includes(button.value)));
    }
    for (const field of bar.querySelectorAll('[name]')) field.value = wanted.get(field.name) || '';
    apply(view);
  }

  function show(view) {
    for (const each of views) each.classList.toggle('is-away', each !== view);
    for (const link of links) {
      if (link.hash === '#' + view.id) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  function follow(moved) {
    const [name, query] = location.hash.slice(1).split('?');
    let id = name;
    try { id = decodeURIComponent(name); } catch { /* as it is written */ }
    const target = id !== '' && document.getElementById(id);
    const view = (target && target.closest('.view')) || (moved ? undefined : views[0]);
    if (!view) return;
    show(view);
    if (target === view) {
      if (query !== undefined && barOf(view)) {
        choose(view, new URLSearchParams(query));
        barOf(view).scrollIntoView();
      } else if (moved) {
        document.querySelector('.views').scrollIntoView();
      }
      return;
    }
    if (!target) return;
    for (let each = target; each && each !== view; each = each.parentElement) {
      each.hidden = false;
      if (each.tagName === 'DETAILS') each.open = true;
    }
    target.scrollIntoView();
    (target.querySelector(':scope > summary') || target).focus({ preventScroll: true });
  }

  for (const view of views) {
    const bar = barOf(view);
    if (!bar) continue;
    const changed = () => { apply(view); remember(addressOf(view, chosen(bar))); };
    bar.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button) return;
      if (button.classList.contains('all')) {
        choose(view, new URLSearchParams());
        remember('#' + view.id);
        bar.querySelector('input').focus();
        return;
      }
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      changed();
    });
    bar.addEventListener('change', changed);
    bar.addEventListener('input', changed);
    bar.hidden = false;
    apply(view);
  }
  document.addEventListener('toggle', (event) => {
    if (event.target.open && event.target.id) remember('#' + event.target.id);
  }, true);
  addEventListener('hashchange', () => follow(true));
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) follow(true);
  });
  document.addEventListener('filter', () => views.forEach(apply));
  follow(false);

  for (const button of document.querySelectorAll('.replay button')) button.hidden = false;
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('.replay button');
    if (!button) return;
    const list = button.closest('.replay').querySelector('ol');
    const lines = [...list.querySelectorAll('code')].map((code) => code.textContent).join('\\n') + '\\n';
    try {
      await navigator.clipboard.writeText(lines);
    } catch {
      getSelection().selectAllChildren(list);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy all'; }, 1500);
  });
})();
`;
