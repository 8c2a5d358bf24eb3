// Exactly what a test runs on the workers' machines: its options, the engines that it sends along with the
// commands that build them, its openings and the files of its players.
import { useState } from 'preact/hooks';
import { download } from './asking';
import { isAtLeast } from './person';
import type { Build, TestDetails } from './protocol';
import { refusalText } from './refusal';
import { fetchUpload } from './uploads';
import { words } from './words';

export function WhatItRuns({ test }: { test: TestDetails }) {
  const w = words.value;
  const figures = [
    [w.priority, w.number(test.priority)],
    [w.fields.tag, test.tag],
    [w.fields.mostWorkers, test.mostWorkers && w.number(test.mostWorkers)],
    [w.fields.instructions, test.instructions],
    [w.fields.reference, test.referenceSpeed && w.number(test.referenceSpeed)],
  ].filter(([, value]) => value);
  return (
    <div class="what-it-runs">
      <code class="command">{test.options.join('\n')}</code>
      <dl class="small-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {test.builds?.map((build) => (
        <SentEngine key={build.name} build={build} />
      ))}
      {test.book && (
        <section>
          <h4>{w.bookOf(test.book.bytes)}</h4>
          <code class="command">{`${test.book.begins.join('\n')}…`}</code>
        </section>
      )}
      {Object.entries(test.playerFiles ?? {}).map(([name, text]) => (
        <section key={name}>
          <h4>{name}</h4>
          <code class="command">{text}</code>
        </section>
      ))}
    </div>
  );
}

function SentEngine({ build }: { build: Build & { name: string } }) {
  const w = words.value;
  const [state, setState] = useState<'idle' | 'busy' | string>('idle');
  const isSource = build.command !== undefined;
  async function fetchIt(): Promise<void> {
    setState('busy');
    try {
      const bytes = await fetchUpload(build.content);
      download(new Blob([bytes]), isSource ? `${build.name}.tar.gz` : build.program);
      setState('idle');
    } catch (error) {
      setState(refusalText(error));
    }
  }
  const lines = [
    `cmd=${build.name}`,
    `SHA-256 ${build.content}`,
    build.command && `${w.fields.command}: ${build.command}`,
    `${w.fields.program}: ${build.program}`,
    build.bench && `${w.fields.bench}: ${build.bench}`,
    build.pattern && `${w.fields.pattern}: ${build.pattern}`,
    build.signature !== undefined && `${w.fields.signature}: ${build.signature}`,
  ].filter(Boolean);
  return (
    <section>
      <h4>{isSource ? w.sourceOf(build.what) : w.programOf(build.what)}</h4>
      <code class="command">{lines.join('\n')}</code>
      {isAtLeast('author') && (
        <button type="button" disabled={state === 'busy'} onClick={() => void fetchIt()}>
          {w.fetchContent}
        </button>
      )}
      {state !== 'idle' && state !== 'busy' && (
        <p class="wrong" role="alert">
          {state}
        </p>
      )}
    </section>
  );
}
