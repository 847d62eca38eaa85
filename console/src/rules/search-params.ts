/** The parameters of an address: the view that a page shows. Names are those of the API's query parameters. */
export type SearchParams = Record<string, string>;

/** Reads the part of an address after `?`; a parameter that stands twice keeps its last value. */
export function parseSearch(text: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes parameters in a stable order, without those that are empty. */
export function stringifySearch(params: Record<string, unknown>): string {
  const kept = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (kept.length === 0) return '';
  const text = new URLSearchParams(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, String(value)]),
  );
  return `?${text.toString()}`;
}

/** A parameter, or another value where it is missing or empty. */
export function paramOr(params: SearchParams, name: string, otherwise: string): string {
  const value = params[name];
  return value === undefined || value === '' ? otherwise : value;
}

/** Parameters of the console itself; the API does not see them. */
const OF_THE_CONSOLE = new Set(['do', 'of', 'tab', 'next']);

/** The parameters that a list passes on to the API. */
export function apiQuery(params: SearchParams): SearchParams {
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => !OF_THE_CONSOLE.has(name) && value !== ''),
  );
}

/** The parameters that filter: neither paging nor order. */
export function filtersOf(params: SearchParams): SearchParams {
  const further = new Set(['PageNumber', 'PageSize', 'SortColumn', 'Direction', 'After']);
  return Object.fromEntries(Object.entries(apiQuery(params)).filter(([name]) => !further.has(name)));
}
