import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/client';
import { ActionButtons, ActionHost, ActionMenu } from '../../../form/action-host';
import { type Column, DataTable } from '../../../list/data-table';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { TextField } from '../../../ui/text-field';
import { When } from '../../../ui/when';
import { CHANGE_SEVERAL, type Setting, SETTING_ACTIONS } from './config-actions';
import { GROUP_NAMES, groupOf, keyTitle } from './config-words';

const PAGE_ACTIONS = [CHANGE_SEVERAL];

const COLUMNS: Column<Setting>[] = [
  {
    key: 'setting',
    header: 'Setting',
    cell: (row) => (
      <>
        <span className="font-medium">{keyTitle(row.key)}</span>
        <span className="block text-muted">{row.description}</span>
        <span className="block text-sm break-all text-muted">{row.key}</span>
      </>
    ),
  },
  { key: 'value', header: 'Value', cell: (row) => <Value of={row} /> },
  {
    key: 'changed',
    header: 'Changed',
    isSecondary: true,
    cell: (row) =>
      row.updatedAt ? (
        <>
          <When at={row.updatedAt} />
          <span className="block text-sm text-muted">{actor(row.updatedBy)}</span>
        </>
      ) : (
        '–'
      ),
  },
  {
    key: 'actions',
    header: '',
    cell: (row) => (
      <div className="flex justify-end">
        <ActionMenu actions={SETTING_ACTIONS} record={row} of={row.key} label="…" />
      </div>
    ),
  },
];

function Value({ of: setting }: { of: Setting }) {
  const { secret, isSet, value, type } = setting;
  return (
    <div className="max-w-72 min-w-24">
      {secret ? (
        isSet ? (
          <Pill status="Set" tone="info" text="Set, hidden" />
        ) : (
          <span className="text-muted">Not set</span>
        )
      ) : value === null || value === '' ? (
        <span className="text-muted">Not set</span>
      ) : (
        <Shown value={value} type={type} />
      )}
      {!isSet && value !== null && <span className="block text-sm text-muted">Default</span>}
      {setting.needsSecondPerson && <span className="block text-sm text-muted">Needs a second person</span>}
    </div>
  );
}

function Shown({ value, type }: { value: string; type: string }) {
  if (type === 'boolean')
    return <Pill status={value} tone={value === 'true' ? 'good' : 'muted'} text={value === 'true' ? 'Yes' : 'No'} />;
  if (type === 'naira' && !Number.isNaN(Number(value))) return <Money amount={Number(value)} />;
  if (value.length <= 60) return <span className="break-words">{value}</span>;
  return (
    <details>
      <summary className="cursor-pointer truncate">{value.slice(0, 40)} …</summary>
      <pre className="m-0 mt-1 overflow-x-auto text-sm whitespace-pre-wrap break-words">{value}</pre>
    </details>
  );
}

/** All settings of the institution, by subject. */
export function SettingsTab() {
  const [text, setText] = useState('');
  const list = useQuery({
    queryKey: ['listConfiguration'],
    queryFn: ({ signal }) => read('listConfiguration', { signal }),
  });
  const settings = list.data?.data ?? [];
  const wanted = text.trim().toLowerCase();
  const shown = settings.filter(({ key, description }) =>
    `${key} ${keyTitle(key)} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full max-w-sm">
          <TextField label="Find a setting" type="search" value={text} onChange={setText} />
        </div>
        <ActionButtons actions={PAGE_ACTIONS} record={undefined} />
      </div>
      <ProblemNotice problem={list.error} retry={() => void list.refetch()} />
      {GROUP_NAMES.map((group) => {
        const rows = shown.filter(({ key }) => groupOf(key) === group);
        return (
          rows.length > 0 && (
            <Card key={group} title={group}>
              <div className="-m-4">
                <DataTable caption={group} columns={COLUMNS} rows={rows} rowKey={({ key }) => key} />
              </div>
            </Card>
          )
        );
      })}
      {list.data && shown.length === 0 && <Empty title="No setting has such a name" />}
      <ActionHost
        actions={[...PAGE_ACTIONS, ...SETTING_ACTIONS] as never}
        recordOf={(of) => (of === undefined ? null : settings.find(({ key }) => key === of))}
      />
    </div>
  );
}
