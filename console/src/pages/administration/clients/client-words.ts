import { label } from '../../../rules/words';

/** A scope in words: `accounts:read` is `See accounts`. */
export function scopeText(scope: string): string {
  const [subject = '', right] = scope.split(':');
  if (scope === 'customers:identity') return 'See identity numbers of customers';
  const things = label(subject).toLowerCase();
  return right === 'write' ? `Create and change ${things}` : `See ${things}`;
}

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
