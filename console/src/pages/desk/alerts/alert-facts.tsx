import { label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { RecordLink } from '../../../ui/record-link';
import type { Alert } from './alert-words';

/** Reasons, postings and facts of an alert, as its source saw them. */
export function AlertFacts({ alert }: { alert: Alert }) {
  const facts = Object.entries(alert.facts);
  return (
    <Card title="Finding">
      <ul className="m-0 list-disc space-y-1 pl-5">
        {alert.reasons.map(({ text, contribution }) => (
          <li key={text}>
            {text}
            {contribution !== undefined && <span className="text-muted"> ({contribution} points)</span>}
          </li>
        ))}
      </ul>
      {alert.postings.length > 0 && (
        <p className="mt-3 mb-0">
          <span className="text-muted">Postings: </span>
          {alert.postings.map((posting, index) => (
            <span key={posting}>
              {index > 0 && ', '}
              <RecordLink to={`/postings/${posting}`}>{posting}</RecordLink>
            </span>
          ))}
        </p>
      )}
      {facts.length > 0 && (
        <details className="mt-3">
          <summary className="text-sm text-muted">Facts that the source saw ({facts.length})</summary>
          <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {facts.map(([name, value]) => (
              <div key={name} className="min-w-0">
                <dt className="text-sm text-muted">{label(name)}</dt>
                <dd className="m-0 break-words">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Card>
  );
}
