import type { Answer } from '../../../api/client';
import { label } from '../../../rules/words';

type Change = NonNullable<Answer<'getApproval'>['change']>;

/** A change of configuration or rights, field by field: before and after. */
export function ChangeTable({ change }: { change: Change }) {
  const before = (change.before ?? {}) as Record<string, unknown>;
  const after = change.after as Record<string, unknown>;
  return (
    <div className="mb-4 overflow-x-auto" tabIndex={0} role="region" aria-label="Changed fields">
      <table className="w-full text-left">
        <caption className="pb-1 text-left font-medium">
          {change.before ? 'Change of' : 'New:'} {change.target}
        </caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-1 pr-4 font-medium">
              Field
            </th>
            {change.before && (
              <th scope="col" className="py-1 pr-4 font-medium">
                Now
              </th>
            )}
            <th scope="col" className="py-1 font-medium">
              {change.before ? 'After approval' : 'Value'}
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.keys(after).map((field) => (
            <tr key={field} className="border-b border-line align-top last:border-0">
              <th scope="row" className="py-1.5 pr-4 font-normal text-muted">
                {label(field)}
              </th>
              {change.before && <td className="py-1.5 pr-4 line-through decoration-muted">{shown(before[field])}</td>}
              <td className="py-1.5 font-medium">{shown(after[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(shown).join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
