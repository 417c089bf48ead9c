/* What may become of a moment without anything jumping for it: a clock or a line more or less. Each is told by the sections of
 * the view that change: [name, { set, drop }]. */
export function variants({ view, frame, seat }) {
  if (!view || view.result) return [];
  const { phase } = view;
  const others = phase.waiting.filter((one) => one !== seat);
  const phase_with = (changes) => ({ set: { phase: { ...phase, ...changes } } });
  const found = [];
  if (phase.until === undefined) found.push(['a clock came', phase_with({ until: frame.at + 30_000 })]);
  else {
    const { until, ...rest } = phase;
    found.push(['the clock went', { set: { phase: rest } }]);
  }
  if (others.length > 1) found.push(['one less is waited for', phase_with({ waiting: phase.waiting.filter((one) => one !== others[0]) })]);
  if (others.length && phase.waiting.includes(seat)) found.push(['only I am waited for', phase_with({ waiting: [seat] })]);
  if (view.verdict && !view.votes.length) found.push(['what a vote came to went', { drop: ['verdict'] }]);
  const there = view.seats.findIndex((one, index) => one.state === 'here' && index !== seat);
  if (there >= 0) found.push(['somebody is away', { set: { seats: view.seats.map((one, index) => (index === there ? { ...one, state: 'away' } : one)) } }]);
  return found;
}
