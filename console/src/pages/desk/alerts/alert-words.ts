import type { Row } from '../../../api/client';

export type Alert = Row<'listAmlAlerts'>;

const SOURCES: Record<Alert['source'], string> = {
  hold: 'Held movement',
  rule: 'Rule',
  scenario: 'Scenario',
  'name-screening': 'Name screening',
  complaint: 'Fraud complaint',
};

/** The kind of finding that raised an alert. */
export function sourceText({ source }: Pick<Alert, 'source'>): string {
  return SOURCES[source];
}

/** The page of the finding behind an alert; undefined where there is none. */
export function sourceAddress({ source, sourceId }: Alert): string | undefined {
  const id = encodeURIComponent(sourceId);
  if (source === 'scenario') return `/aml/scenarios/${id}`;
  return source === 'rule' || source === 'hold' ? `/aml/rules?of=${id}` : undefined;
}

/** True for an alert that an officer has to link or close. */
export function isOpen({ status }: Pick<Alert, 'status'>): boolean {
  return status === 'new' || status === 'triaged';
}
