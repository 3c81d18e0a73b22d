import { ASSET_CACHE_CONTROL, type BuiltPage, readBuiltPage } from '@wigwag/dashboard/built-page';

const ASSETS = 'assets/';

let built: BuiltPage | undefined;

/** Returns the built page. Most mocks never show it, so they do not read it. */
function builtPage(): BuiltPage {
  built ??= readBuiltPage('mock');
  return built;
}

/** Returns the page at `/`. */
export function pageResponse(): Response {
  const { html, headers } = builtPage().open();
  return new Response(html, { headers });
}

/** Returns a file that the page loads; undefined if there is no such file. */
export function pageFile(path: string, header: (name: string) => string | undefined): Response | undefined {
  const asset = path.startsWith(ASSETS) ? builtPage().assets.get(path.slice(ASSETS.length)) : undefined;
  if (!asset) {
    return undefined;
  }
  const gzip = /\bgzip\b/.test(header('accept-encoding') ?? '') ? asset.gzip() : undefined;
  return new Response(gzip ?? asset.content, {
    headers: {
      'content-type': asset.type,
      'cache-control': ASSET_CACHE_CONTROL,
      vary: 'accept-encoding',
      ...(gzip && { 'content-encoding': 'gzip' }),
    },
  });
}
