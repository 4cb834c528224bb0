// Work in portions. What takes too long stops between two pieces of it; begun again, it has those
// pieces that are done, in their order, and goes on behind them.
const portions = () => {
  const LATE = { late: true };
  let kept = null, at = 0, until = Infinity, moved = false;
  function pause() { // before a piece: stop here, if the time is up and this portion has done one
    if (moved && performance.now() > until) throw LATE;
    moved = true;
  }
  function piece(work) {
    if (!kept) return work();
    if (at === kept.length) {
      pause();
      const own = kept;
      kept = null; // a piece within it is a part of it
      try { own.push(work()); } finally { kept = own; }
    }
    return kept[at++];
  }
  // A function of the time at which a portion ends: what the work returns, null while it goes on.
  function inPortions(work) {
    const pieces = [];
    return (end) => {
      [kept, at, until, moved] = [pieces, 0, end, false];
      try { return work(); } catch (fault) {
        if (fault !== LATE) throw fault;
        return null;
      } finally { [kept, until] = [null, Infinity]; }
    };
  }
  return { pause, piece, inPortions };
};
