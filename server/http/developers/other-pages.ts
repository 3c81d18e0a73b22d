import { ERRORS, type ErrorRow } from '@wigwag/openapi';
import type { DocsSite } from './docs-site.ts';
import { html, prose } from './html.ts';
import { readPublished } from './published.ts';

/** Returns the pages that a search finds besides the documentation: those of the operations and the errors. */
export function otherPages(): DocsSite['groups'] {
  return [
    {
      title: 'API reference',
      pages: readPublished()
        .groups.flatMap(({ operations }) => operations)
        .map(({ operationId, summary, method, path, description, parameters, bodySchema }) => {
          const fields = bodySchema ? Object.keys(readPublished().resolved(bodySchema).properties ?? {}) : [];
          const names = [...parameters.map(({ name }) => name), ...fields].join(', ');
          return {
            slug: operationId,
            path: `/developers/operations/${operationId}`,
            title: summary,
            description,
            sections: [
              {
                anchor: '',
                level: 1,
                title: summary,
                html: html`${`${method} ${path}`}. ${prose(description)} ${operationId} ${names}`.text,
              },
            ],
          };
        }),
    },
    {
      title: 'Errors',
      pages: Object.entries<ErrorRow>(ERRORS).map(([code, { http, reason, fix }]) => ({
        slug: code,
        path: `/developers/errors/${code}`,
        title: code,
        description: reason,
        sections: [
          { anchor: '', level: 1, title: code, html: html`HTTP ${http}. ${prose(reason)} ${prose(fix)}`.text },
        ],
      })),
    },
  ];
}
