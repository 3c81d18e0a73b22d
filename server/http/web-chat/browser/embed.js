// @ts-check
/**
 * Embeds a chat in a site: `<script src="https://chat.example/webchat/web_1/embed.js" async></script>`. A button opens
 * our page in a frame. The site stores the visitor's token, because browsers deny storage to frames of other sites, or
 * clear it.
 *
 * data-lang: the language. The default is the browser's language.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const page = new URL(script.src.replace(/\/embed\.js.*$/, ''));
  const connection = page.pathname.split('/').at(-1);
  const key = `wigwag:${connection}:visitor`;
  const language = script.dataset.lang ? `?lang=${encodeURIComponent(script.dataset.lang)}` : '';
  /** For sites that may not store anything in the browser. @type {string | null} */
  let token = null;

  const kept = {
    get() {
      try {
        return localStorage.getItem(key) ?? token;
      } catch {
        return token;
      }
    },
    /** @param {string} value */
    set(value) {
      token = value;
      try {
        localStorage.setItem(key, value);
      } catch {
        // The token lasts as long as this page.
      }
    },
  };

  /** On a phone, the chat covers the page. */
  const PHONE = '(max-width: 600px)';

  // The colors are those of the design's tokens.
  const STYLE = `
    :host { position: fixed; inset: auto 1rem 1rem auto; z-index: 2147483000; color-scheme: normal; }
    button { all: revert; display: block; margin-inline-start: auto; width: 3.5rem; height: 3.5rem; border: 2px solid #ffffff;
      border-radius: 50%; background: #4f46e5; color: #ffffff; font: 1rem/1 system-ui, sans-serif; cursor: pointer;
      box-shadow: 0 8px 28px rgb(15 20 35 / 18%); padding: 0; }
    button:hover { background: #4338ca; }
    button:focus-visible { outline: 2px solid #4f46e5; outline-offset: 2px; }
    svg { width: 1.75rem; height: 1.75rem; vertical-align: middle; fill: currentcolor; }
    iframe { display: block; border: 1px solid #8a92a3; border-radius: 10px; background: Canvas;
      width: min(24rem, calc(100vw - 2rem)); height: min(40rem, calc(100dvh - 2rem)); }
    iframe:has(+ button:not([hidden])) { margin-bottom: .5rem; max-height: calc(100dvh - 6.5rem); }
    iframe[hidden], button[hidden] { display: none; }
    span { position: absolute; inset: auto 0 2.5rem auto; min-width: 1.25rem; padding: .125rem .25rem; border-radius: 1rem;
      background: #b3261e; font-size: .75rem; }
    span:empty { display: none; }
    @media ${PHONE} {
      iframe:has(+ button[hidden]) { position: fixed; inset: var(--top, 0) 0 auto; width: 100%;
        height: var(--height, 100dvh); border: 0; border-radius: 0; }
    }
  `;
  const SVG = 'http://www.w3.org/2000/svg';

  /** @param {{language: string, title: string, open: string, close: string, unread: string}} texts */
  function build(texts) {
    const host = document.createElement('div');
    host.lang = texts.language;
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];

    const frame = document.createElement('iframe');
    frame.title = texts.title;
    frame.hidden = true;
    const button = document.createElement('button');
    button.type = 'button';
    const icon = document.createElementNS(SVG, 'svg');
    icon.setAttribute('viewBox', '0 0 24 24');
    icon.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z');
    icon.append(path);
    const badge = document.createElement('span');
    badge.setAttribute('aria-hidden', 'true');
    button.append(icon, badge);
    root.append(frame, button);

    /** Whether the frame shows our page and the page listens. */
    let isReady = false;
    /** @param {string} type @param {object} [fields] */
    const tell = (type, fields) => isReady && frame.contentWindow?.postMessage({ type, ...fields }, page.origin);

    function load() {
      if (!frame.src) {
        frame.src = page.href + language;
      }
    }

    const phone = matchMedia(PHONE);
    const site = document.documentElement;
    let overflow = site.style.overflow;
    let covers = false;

    /** On a phone, gives the chat what an on-screen keyboard leaves, and keeps the site's page from scrolling. */
    function fit() {
      const isCovered = phone.matches && button.hidden === true;
      if (isCovered !== covers) {
        covers = isCovered;
        [overflow, site.style.overflow] = [site.style.overflow, isCovered ? 'hidden' : overflow];
      }
      const { height = innerHeight, offsetTop = 0, scale = 1 } = visualViewport ?? {};
      if (scale < 1.05) {
        host.style.setProperty('--height', `${height}px`);
        host.style.setProperty('--top', `${offsetTop}px`);
      }
    }
    phone.addEventListener('change', fit);
    visualViewport?.addEventListener('resize', fit);
    visualViewport?.addEventListener('scroll', fit);

    /** @param {number} [unread] */
    function label(unread = 0) {
      badge.textContent = unread > 0 && frame.hidden ? String(unread) : '';
      const what = frame.hidden ? texts.open : texts.close;
      button.setAttribute('aria-label', badge.textContent ? `${what}, ${unread} ${texts.unread}` : what);
      button.setAttribute('aria-expanded', String(!frame.hidden));
      // Our page has a button that closes it. Until the page works, this one closes it.
      button.hidden = isReady && !frame.hidden;
      fit();
    }

    /** @param {boolean} open */
    function toggle(open) {
      load();
      frame.hidden = !open;
      label();
      if (open) {
        frame.focus();
        tell('wigwag:opened');
      } else {
        button.focus();
      }
    }

    button.addEventListener('click', () => toggle(frame.hidden === true));
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== page.origin) {
        return;
      }
      switch (data?.type) {
        case 'wigwag:ready':
          isReady = true;
          label();
          tell('wigwag:visitor', { token: kept.get() });
          if (!frame.hidden) {
            tell('wigwag:opened');
          }
          break;
        case 'wigwag:visitor':
          kept.set(String(data.token));
          break;
        case 'wigwag:unread':
          label(Number(data.count));
          break;
        case 'wigwag:close':
          toggle(false);
          break;
      }
    });

    label();
    document.body.append(host);
    // A visitor with a conversation may have unread replies.
    if (kept.get() !== null) {
      load();
    }
  }

  async function start() {
    const response = await fetch(`${page.href}/widget${language}`, { credentials: 'omit' });
    if (!response.ok) {
      throw new Error((await response.json()).error.message);
    }
    build(await response.json());
  }

  function begin() {
    start().catch((error) => {
      console.warn(
        `wigwag: the chat ${connection} cannot be shown on ${location.origin}: ${error.message}. ` +
          'The operator allows sites with `wigwag admin connections origins`.',
      );
    });
  }

  document.body ? begin() : addEventListener('DOMContentLoaded', begin);
})();
