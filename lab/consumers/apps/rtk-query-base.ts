import { createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query';

export const settings = { baseUrl: '', apiKey: '' };

/** Returns the form of an upload. The generated code passes the fields as an object, which would become JSON. */
function formOf({ body, ...request }: FetchArgs): FetchArgs {
  if (!(body?.file instanceof Blob)) {
    return { ...request, body };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, string | Blob>)) {
    form.append(name, value);
  }
  return { ...request, body: form };
}

export const api = createApi({
  baseQuery: (request: FetchArgs, store, options) =>
    fetchBaseQuery({
      baseUrl: settings.baseUrl,
      prepareHeaders: (headers) => headers.set('authorization', `Bearer ${settings.apiKey}`),
    })(formOf(request), store, options),
  endpoints: () => ({}),
});
