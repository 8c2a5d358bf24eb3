// Begins a test: has the form checked, sends the engines' files, and then has the test begun.
import { change, askAsPerson, Refusal } from './person';
import type { EngineFields, Fields } from './form';
import type { Build } from './protocol';
import { hashOf, mostUploadBytes, sendUpload } from './uploads';

interface Sent {
  build: Build;
  bytes: Uint8Array;
}

/** Of an engine that comes as a file. `place`: where its fields are in the form. */
async function readUpload(engine: EngineFields, place: string): Promise<Sent> {
  const { file, isSource } = engine;
  if (!file) throw new Refusal('noFile', '', `${place}build`);
  if (file.size > mostUploadBytes) throw new Refusal('fileSize', '', `${place}build`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const signature = engine.signature.trim();
  if (signature && !/^\d{1,15}$/.test(signature))
    throw new Refusal('signature', '', `${place}signature`);
  const isBenched = signature !== '';
  const what = isSource ? `${engine.name || file.name} (${file.name})` : file.name;
  return {
    bytes,
    build: {
      what,
      content: hashOf(bytes),
      program: isSource ? engine.path.trim() : file.name,
      ...(isSource && { command: engine.command.trim() }),
      ...(isBenched && {
        bench: engine.bench.trim(),
        pattern: engine.pattern.trim(),
        signature: Number(signature),
      }),
    },
  };
}

/** The test's number, and whether it waits for approval. */
export async function begin(
  fields: Fields,
  onProgress: (part: number) => void,
): Promise<{ test: string; proposed?: boolean }> {
  const uploads: Sent[] = [];
  const engines: object[] = [];
  for (const [number, engine] of fields.engines.entries()) {
    const { name, kind, program, options } = engine;
    if (kind === 'program' || kind === 'player') {
      engines.push({ name, kind, program, options });
      continue;
    }
    const place = `engines.${number}.`;
    if (kind === 'known' && !engine.known) throw new Refusal('noFile', '', `${place}build`);
    const sent = kind === 'known' ? null : await readUpload(engine, place);
    if (sent) uploads.push(sent);
    engines.push({ name, kind: 'build', build: sent?.build ?? engine.known, options });
  }
  const { book, ...rest } = fields;
  const isBookSent = fields.openings === 'file' && book !== null;
  const form = {
    ...rest,
    engines,
    ...(isBookSent && { book: await book.text(), bookName: book.name }),
  };
  await askAsPerson({ type: 'checkForm', form });
  for (const { build, bytes } of uploads) await sendUpload(build.content, bytes, onProgress);
  return change({ type: 'form', form });
}
