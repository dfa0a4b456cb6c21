/** The script of the HTML report: filters the checks and copies replays. All works without it. */
export const SCRIPT = `
'use strict';
const filter = document.querySelector('.filter');
const checks = [...document.querySelectorAll('.check')];
if (filter) {
  const buttons = [...filter.querySelectorAll('button')];
  const endpoint = filter.querySelector('select');
  const words = filter.querySelector('input');
  const shown = filter.querySelector('output');
  const apply = () => {
    const results = buttons.filter((b) => b.getAttribute('aria-pressed') === 'true').map((b) => b.value);
    const search = words.value.trim().toLowerCase();
    let count = 0;
    for (const check of checks) {
      const fits =
        (results.length === 0 || results.includes(check.dataset.result)) &&
        (endpoint.value === '' || endpoint.value === check.dataset.endpoint) &&
        (search === '' || check.querySelector('summary').textContent.toLowerCase().includes(search) || check.dataset.requirements.toLowerCase().includes(search));
      check.hidden = !fits;
      if (fits) count++;
    }
    shown.value = count + ' of ' + checks.length + ' shown';
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      apply();
    });
  }
  endpoint.addEventListener('change', apply);
  words.addEventListener('input', apply);
  filter.hidden = false;
  apply();
}
const reveal = () => {
  const check = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!check || !check.classList.contains('check')) return;
  check.hidden = false;
  check.open = true;
  check.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();
for (const button of document.querySelectorAll('.replay button')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
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
}
`;
