import { label, plural } from '../../../rules/words';
import { changesOf, factsOf, valueText } from './audit-words';

/** The details of an entry of the audit log: each changed field before and after, and further facts. */
export function EntryDetails({ details }: { details: Record<string, unknown> }) {
  const changes = changesOf(details);
  const facts = factsOf(details);
  if (changes.length === 0 && facts.length === 0) return <span className="text-muted">–</span>;
  const isNew = (details.before ?? null) === null;
  const title =
    changes.length > 0 ? plural(changes.length, isNew ? 'value' : 'change') : plural(facts.length, 'detail');
  return (
    <details>
      <summary className="cursor-pointer text-accent">{title}</summary>
      <table className="mt-1 text-left text-sm">
        <caption className="sr-only">{title}</caption>
        {changes.length > 0 && (
          <thead>
            <tr className="text-muted">
              <th scope="col" className="pr-3 font-medium">
                Field
              </th>
              {!isNew && (
                <th scope="col" className="pr-3 font-medium">
                  Before
                </th>
              )}
              <th scope="col" className="font-medium">
                {isNew ? 'Value' : 'After'}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className="align-top">
              <th scope="row" className="pr-3 font-normal text-muted">
                {label(field)}
              </th>
              {!isNew && (
                <td className="max-w-60 pr-3 break-words line-through decoration-muted">{valueText(before)}</td>
              )}
              <td className="max-w-72 break-words">{valueText(after)}</td>
            </tr>
          ))}
          {facts.map(([field, value]) => (
            <tr key={field} className="align-top">
              <th scope="row" className="pr-3 font-normal text-muted">
                {label(field)}
              </th>
              <td colSpan={isNew ? 1 : 2} className="max-w-72 break-words">
                {valueText(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
