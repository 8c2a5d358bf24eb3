// What the page asks the worker of the endgames, and what it is answered.

export type Asked =
  | { verb: 'drills'; args: [] }
  | { verb: 'prepare'; args: [drill: string, most: number] }
  | { verb: 'start'; args: [drill: string, seed: number] }
  | { verb: 'look'; args: [fen: string, most: number, seed: number] };

export type Request = Asked & { id: number };

export type Reply = { id: number; answer: unknown } | { id: number; error: string };
