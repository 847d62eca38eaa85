import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { type EventInput, EVENTS, hasAmount, type Inputs } from './simulation-inputs';

interface SimulationFormProps {
  inputs: Inputs;
  isBusy: boolean;
  onChange: (inputs: Inputs) => void;
  onSubmit: () => void;
}

type TextName = Exclude<keyof Inputs, 'events'>;

/** The terms of a simulation and the acts on the way. */
export function SimulationForm({ inputs, isBusy, onChange, onSubmit }: SimulationFormProps) {
  const text = (name: TextName, label: string, more: { type?: string; help?: string; required?: boolean } = {}) => (
    <TextField
      label={label}
      value={inputs[name]}
      inputMode={more.type ? undefined : 'decimal'}
      autoComplete="off"
      {...more}
      onChange={(value) => onChange({ ...inputs, [name]: value })}
    />
  );
  const choice = (name: TextName, label: string, options: readonly (readonly [string, string])[]) => (
    <SelectField
      label={label}
      options={options}
      value={inputs[name]}
      onChange={(value) => onChange({ ...inputs, [name]: value })}
    />
  );
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {text('principal', 'Principal (₦)', { required: true })}
        {text('rate', 'Interest, percent a year', { required: true })}
        {choice('model', 'Interest is counted', [
          ['2', 'As an annuity'],
          ['1', 'On the reducing balance'],
          ['0', 'Flat'],
        ])}
        {text('numberOfRepayments', 'Instalments', { required: true })}
        {text('repaymentEvery', 'One every', { required: true })}
        {choice('frequency', 'Unit', [
          ['2', 'Months'],
          ['1', 'Weeks'],
          ['0', 'Days'],
          ['3', 'Years'],
        ])}
        {text('disbursementDate', 'Paid out on', { type: 'date', required: true })}
        {text('firstRepaymentDate', 'First repayment (optional)', { type: 'date' })}
        {choice('moratorium', 'Moratorium', [
          ['0', 'None'],
          ['1', 'Of principal'],
          ['2', 'Of interest'],
          ['3', 'Of both'],
        ])}
        {inputs.moratorium !== '0' && text('moratoriumPeriods', 'Instalments of the moratorium', { required: true })}
        {text('date', 'Live it until', {
          type: 'date',
          required: true,
          help: 'Balances and states are those of this day.',
        })}
      </div>
      <details>
        <summary className="font-medium">Late instalments</summary>
        <div className="mt-2 grid items-start gap-3 sm:grid-cols-3">
          {text('arrearsRate', 'Default interest, percent a year')}
          {text('graceDays', 'Days of grace')}
          {text('penalty', 'Penalty for an instalment (₦)')}
        </div>
      </details>
      <Events
        events={inputs.events}
        start={inputs.disbursementDate}
        onChange={(events) => onChange({ ...inputs, events })}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        Simulate the loan
      </Button>
    </form>
  );
}

interface EventsProps {
  events: EventInput[];
  start: string;
  onChange: (events: EventInput[]) => void;
}

function Events({ events, start, onChange }: EventsProps) {
  const change = (index: number, part: Partial<EventInput>): void =>
    onChange(events.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <fieldset className="mx-0 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">Payments and other acts</legend>
      <ol className="m-0 list-none space-y-3 p-0">
        {events.map((one, index) => (
          <li key={index} className="grid items-end gap-3 rounded-md bg-sunken p-3 sm:grid-cols-2 xl:grid-cols-4">
            <SelectField
              label={`Act ${index + 1}`}
              options={EVENTS}
              value={one.event}
              onChange={(event) => change(index, { event })}
            />
            <TextField label="On" type="date" required value={one.date} onChange={(date) => change(index, { date })} />
            {hasAmount(one.event) && (
              <TextField
                label="Amount (₦)"
                inputMode="decimal"
                autoComplete="off"
                required
                value={one.amount}
                onChange={(amount) => change(index, { amount })}
              />
            )}
            <Button
              isSmall
              look="quiet"
              aria-label={`Remove act ${index + 1}`}
              onClick={() => onChange(events.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <Button
        isSmall
        className="mt-2"
        onClick={() => onChange([...events, { date: events.at(-1)?.date ?? start, event: 'repay', amount: '' }])}
      >
        Add an act
      </Button>
    </fieldset>
  );
}
