import { label } from '../../../rules/words';

/** The subject of a scope: `accounts:read` is about accounts. */
export function scopeSubject(scope: string): string {
  return scope === 'customers:identity' ? 'Identity numbers of customers' : label(scope.split(':')[0] ?? scope);
}

/** The right that a scope gives a client. */
export function scopeGroup(scope: string): string {
  if (scope.endsWith(':read')) return 'See';
  return scope.endsWith(':write') ? 'Create and change' : 'Sensitive';
}

/** How many scopes of each kind a client has. */
export function scopeSummary(scopes: readonly string[]): string {
  const count = (kind: string): number => scopes.filter((scope) => scope.endsWith(kind)).length;
  const parts = [`${count(':read')} to see`, `${count(':write')} to change`];
  return scopes.includes('customers:identity') ? `${parts.join(', ')}, identity numbers` : parts.join(', ');
}
