import type { Answer } from '../../../api/client';

type Change = Answer<'getApproval'>['changes'][number];

/** A change of configuration or rights, field by field: before and after. */
export function ChangeTable({ changes, isNew }: { changes: Change[]; isNew: boolean }) {
  return (
    <div className="relative mb-4 overflow-x-auto" tabIndex={0} role="region" aria-label="Changed fields">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-1 pr-4 font-medium">
              Field
            </th>
            {!isNew && (
              <th scope="col" className="py-1 pr-4 font-medium">
                Now
              </th>
            )}
            <th scope="col" className="py-1 font-medium">
              {isNew ? 'Value' : 'After approval'}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, label, from, to }) => (
            <tr key={field} className="border-b border-line align-top last:border-0">
              <th scope="row" className="py-1.5 pr-4 font-normal text-muted">
                {label}
              </th>
              {!isNew && <td className="py-1.5 pr-4">{shown(from)}</td>}
              <td className="py-1.5 font-medium">{shown(to)}</td>
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
  return typeof value === 'string' ? value : JSON.stringify(value);
}
