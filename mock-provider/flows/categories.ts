import { type GraphRequest, list } from '../graph/graph-request.ts';
import { invalid } from '../graph/require.ts';
import { CATEGORIES } from './flow-store.ts';

/** Returns the categories in a request. @throws error 100 for none or unknown ones */
export function categoriesOf({ body }: GraphRequest): string[] {
  const categories = list(body.categories).flatMap((one) => String(one).toUpperCase().split(','));
  if (categories.length === 0) {
    throw invalid('The parameter categories is required.');
  }
  for (const one of categories) {
    if (!CATEGORIES.includes(one)) {
      throw invalid(`Param categories[0] must be one of {${CATEGORIES.join(', ')}} - got "${one}".`);
    }
  }
  return categories;
}
