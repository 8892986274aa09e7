const storageKey = 'console.sound';
const noOftenerMs = 3_000;

let context: AudioContext | undefined;
let playedAt = -Infinity;

/** The setting is stored in this browser, for all its tabs. */
export function isSoundOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function turnSound(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off');
  if (on) playNewOrder();
}

/** Browsers play no sound until the user has interacted with the page. */
export function playNewOrder(): void {
  if (performance.now() - playedAt < noOftenerMs) return;
  playedAt = performance.now();
  context ??= new AudioContext();
  void context.resume();
  for (const [index, hertz] of [880, 1175].entries()) {
    const at = context.currentTime + index * 0.18;
    const tone = new OscillatorNode(context, { frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.15, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.17);
  }
}
