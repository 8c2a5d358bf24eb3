// The form that begins a test. What is wrong is said at the field where it was typed.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLive } from './asking';
import { begin } from './begin';
import { clear, type EngineFields, fields, setEngine, setField } from './form';
import { isAtLeast, person, Refusal } from './person';
import type { Build } from './protocol';
import { faultText } from './refusal';
import { words } from './words';

interface Fault {
  field: string;
  text: string;
}

const idOf = (field: string) => `field-${field.replaceAll('.', '-')}`;

export function BeginView({ onSignIn }: { onSignIn: () => void }) {
  const w = words.value;
  if (!isAtLeast('author'))
    return (
      <section class="panel">
        <h2>{w.begin}</h2>
        <p>{w.beginNeedsKey}</p>
        <button type="button" class="primary" onClick={onSignIn}>
          {w.signIn}
        </button>
      </section>
    );
  return <Form />;
}

function Form() {
  const w = words.value;
  const typed = fields.value;
  const [fault, setFault] = useState<Fault | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = fault && document.getElementById(idOf(fault.field));
    wrong?.closest('details')?.setAttribute('open', '');
    wrong?.focus();
  }, [fault]);

  async function submit(): Promise<void> {
    setFault(null);
    setProgress(0);
    try {
      const { test } = await begin(fields.value, setProgress);
      clear();
      location.hash = `#test=${test}`;
    } catch (error) {
      const field = error instanceof Refusal ? error.field : '';
      setFault({ field, text: faultText(error, field) });
    }
    setProgress(null);
  }

  /** A field with its name, what it means, and its fault. */
  const field = (
    name: string,
    label: string,
    control: (id: string) => ComponentChildren,
    hint = '',
  ) => (
    <Field key={name} name={name} label={label} hint={hint} fault={fault}>
      {control}
    </Field>
  );
  const text = (name: TextName, hint = '', mode: 'text' | 'numeric' | 'decimal' = 'text') =>
    field(
      name,
      w.fields[name],
      (id) => (
        <input
          {...marks(id, fault?.field === name)}
          inputMode={mode}
          autocomplete="off"
          value={typed[name]}
          onInput={({ currentTarget }) => setField(name, currentTarget.value)}
        />
      ),
      hint,
    );
  const choice = (name: TextName, all: Record<string, string>, hint = '') =>
    field(
      name,
      w.fields[name],
      (id) => (
        <select
          {...marks(id, fault?.field === name)}
          value={typed[name]}
          onChange={({ currentTarget }) => setField(name, currentTarget.value)}
        >
          {Object.entries(all).map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      ),
      hint,
    );
  const hasPreset = typed.preset !== '';
  return (
    <form
      ref={form}
      class="begin-test"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <a class="back" href="#tests">
        ‹ {w.toTests}
      </a>
      <h2>{w.begin}</h2>
      <p class="about">{person.value?.needsApproval ? w.willWait : w.willBegin}</p>
      <div class="engines">
        {typed.engines.map((engine, number) => (
          <Engine key={number} number={number} engine={engine} fault={fault} />
        ))}
      </div>
      <section class="panel">
        <h3>{w.conditions}</h3>
        <div class="fields">
          {choice('preset', w.presets)}
          <div class="pair">
            {choice('limitKind', w.limits)}
            {text('limit', hasPreset ? w.fromPreset : w.limitHint[typed.limitKind])}
          </div>
          <div class="pair">
            {text('elo0', hasPreset ? w.fromPreset : w.boundsHint, 'text')}
            {text('elo1', '', 'text')}
          </div>
          {text('rounds', hasPreset ? w.fromPreset : w.roundsHint, 'numeric')}
          {choice('openings', w.openingKinds)}
          {typed.openings === 'file' &&
            field('book', w.fields.book, (id) => (
              <input
                {...marks(id, fault?.field === 'book')}
                type="file"
                accept=".epd,.pgn"
                onChange={({ currentTarget }) => setField('book', currentTarget.files?.[0] ?? null)}
              />
            ))}
        </div>
      </section>
      <section class="panel">
        <h3>{w.purpose}</h3>
        <div class="fields">
          {field(
            'about',
            w.fields.about,
            (id) => (
              <textarea
                {...marks(id, fault?.field === 'about')}
                rows={3}
                maxLength={1000}
                value={typed.about}
                onInput={({ currentTarget }) => setField('about', currentTarget.value)}
              />
            ),
            w.aboutHint,
          )}
        </div>
      </section>
      <details class="panel">
        <summary>{w.whereAndWhen}</summary>
        <div class="fields">
          {text('priority', isAtLeast('approver') ? '' : w.authorPriority, 'text')}
          {text('tag', w.tagHint)}
          {text('mostWorkers', w.mostWorkersHint, 'numeric')}
          {choice('instructions', w.instructionSets)}
          {text('reference', w.referenceHint)}
          {field(
            'options',
            w.fields.options,
            (id) => (
              <textarea
                {...marks(id, fault?.field === 'options')}
                rows={2}
                spellcheck={false}
                value={typed.options}
                onInput={({ currentTarget }) => setField('options', currentTarget.value)}
              />
            ),
            w.optionsHint,
          )}
          {text('more', w.moreHint)}
        </div>
      </details>
      {fault && (
        <p class="wrong" role="alert">
          {fault.field === '' ? fault.text : w.seeField}
        </p>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={progress !== null}>
          {progress === null
            ? person.value?.needsApproval
              ? w.propose
              : w.begin
            : w.sending(progress)}
        </button>
      </div>
    </form>
  );
}

type TextName =
  | 'preset'
  | 'limitKind'
  | 'limit'
  | 'elo0'
  | 'elo1'
  | 'rounds'
  | 'openings'
  | 'more'
  | 'reference'
  | 'tag'
  | 'mostWorkers'
  | 'instructions'
  | 'priority';

const marks = (id: string, isWrong: boolean) => ({
  id,
  'aria-invalid': isWrong,
  'aria-describedby': `${id}-more`,
});

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  fault: Fault | null;
  children: (id: string) => ComponentChildren;
}

function Field({ name, label, hint = '', fault, children }: FieldProps) {
  const id = idOf(name);
  const isWrong = fault?.field === name;
  return (
    <div class={isWrong ? 'field at-fault' : 'field'}>
      <label for={id}>{label}</label>
      {children(id)}
      <small id={`${id}-more`} class={isWrong ? 'wrong' : 'soft'}>
        {isWrong ? fault.text : hint}
      </small>
    </div>
  );
}

interface EngineProps {
  number: number;
  engine: EngineFields;
  fault: Fault | null;
}

function Engine({ number, engine, fault }: EngineProps) {
  const w = words.value;
  const known = useSignal<{ engines: Build[] } | null | 'missing'>(null);
  useLive(engine.kind === 'known' ? 'engines' : null, known);
  const builds = known.value !== null && known.value !== 'missing' ? known.value.engines : [];
  const place = `engines.${number}.`;
  const isAt = (name: string) => fault?.field === place + name;
  const set = (change: Partial<EngineFields>) => setEngine(number, change);
  const line = (
    name: string,
    part: 'name' | 'program' | 'command' | 'path' | 'bench' | 'pattern' | 'signature',
    label: string,
    hint = '',
  ) => (
    <Field name={place + name} label={label} hint={hint} fault={fault}>
      {(id) => (
        <input
          {...marks(id, isAt(name))}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={engine[part]}
          onInput={({ currentTarget }) => set({ [part]: currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <section class="panel">
      <h3>{number === 0 ? w.firstEngine : w.secondEngine}</h3>
      <div class="fields">
        {line('name', 'name', w.fields.name)}
        <Field name={`${place}kind`} label={w.fields.kind} fault={fault}>
          {(id) => (
            <select
              {...marks(id, isAt('kind'))}
              value={engine.kind}
              onChange={({ currentTarget }) =>
                set({ kind: currentTarget.value as EngineFields['kind'] })
              }
            >
              {Object.entries(w.kinds).map(([value, shown]) => (
                <option key={value} value={value}>
                  {shown}
                </option>
              ))}
            </select>
          )}
        </Field>
        {engine.kind === 'program' && line('program', 'program', w.fields.program, w.programHint)}
        {engine.kind === 'player' && line('program', 'program', w.fields.player, w.playerHint)}
        {engine.kind === 'known' && (
          <Field name={`${place}build`} label={w.fields.known} hint={w.knownHint} fault={fault}>
            {(id) => (
              <select
                {...marks(id, isAt('build'))}
                value={builds.findIndex((one) => isSame(one, engine.known))}
                onChange={({ currentTarget }) =>
                  set({ known: builds[Number(currentTarget.value)] ?? null })
                }
              >
                <option value={-1}>{builds.length === 0 ? w.noneKnown : w.choose}</option>
                {builds.map((one, i) => (
                  <option key={`${one.content} ${i}`} value={i}>
                    {one.what} ({one.content.slice(0, 8)})
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {engine.kind === 'upload' && (
          <>
            <Field name={`${place}build`} label={w.fields.file} hint={w.fileHint} fault={fault}>
              {(id) => (
                <input
                  {...marks(id, isAt('build'))}
                  type="file"
                  onChange={({ currentTarget }) => set({ file: currentTarget.files?.[0] ?? null })}
                />
              )}
            </Field>
            <label class="row">
              <input
                type="checkbox"
                checked={engine.isSource}
                onChange={({ currentTarget }) => set({ isSource: currentTarget.checked })}
              />
              {w.isSource}
            </label>
            {engine.isSource && (
              <>
                {line('command', 'command', w.fields.command)}
                {line('path', 'path', w.fields.path, w.pathHint)}
              </>
            )}
            {line('signature', 'signature', w.fields.signature, w.signatureHint)}
            {engine.signature.trim() !== '' && (
              <>
                {line('bench', 'bench', w.fields.bench)}
                {line('pattern', 'pattern', w.fields.pattern)}
              </>
            )}
          </>
        )}
        <Field
          name={`${place}options`}
          label={w.fields.engineOptions}
          hint={w.optionsHint}
          fault={fault}
        >
          {(id) => (
            <textarea
              {...marks(id, isAt('options'))}
              rows={2}
              spellcheck={false}
              value={engine.options}
              onInput={({ currentTarget }) => set({ options: currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </section>
  );
}

const isSame = (a: Build, b: Build | null) => b !== null && JSON.stringify(a) === JSON.stringify(b);
