/* The same moment with a clock or a line more or less: nothing may jump for it. */
function with_view(moment, change) {
  const frame = structuredClone(moment.frame);
  const [view] = frame.views;
  change(view.set, frame);
  return frame;
}

export function variants(moment) {
  const { view, frame, seat } = moment;
  if (!view || view.result) return [];
  const found = [];
  const others = view.phase.waiting.filter((one) => one !== seat);
  if (view.phase.until === undefined) found.push(['a clock came', with_view(moment, (set) => (set.phase.until = frame.at + 30_000))]);
  else found.push(['the clock went', with_view(moment, (set) => delete set.phase.until)]);
  if (others.length > 1) found.push(['one less is waited for', with_view(moment, (set) => (set.phase.waiting = set.phase.waiting.filter((one) => one !== others[0])))]);
  if (others.length && view.phase.waiting.includes(seat)) found.push(['only I am waited for', with_view(moment, (set) => (set.phase.waiting = [seat]))]);
  if (view.verdict && !view.votes.length) found.push(['what a vote came to went', with_view(moment, (set) => delete set.verdict)]);
  const there = view.seats.findIndex((one, index) => one.state === 'here' && index !== seat);
  if (there >= 0) found.push(['somebody is away', with_view(moment, (set) => (set.seats[there].state = 'away'))]);
  return found;
}
