/** Two low tones for a wrong scan, made on the spot: who packs looks at the passports, not at the screen. */
const TONES = [0, 0.18] as const;
const HERTZ = 220;
const SECONDS = 0.14;
const LOUDNESS = 0.2;

let sound: AudioContext | undefined;

export function beep(): void {
  if (!("AudioContext" in globalThis)) return;
  sound ??= new AudioContext();
  const volume = sound.createGain();
  volume.gain.value = LOUDNESS;
  volume.connect(sound.destination);
  for (const at of TONES) {
    const tone = sound.createOscillator();
    tone.type = "square";
    tone.frequency.value = HERTZ;
    tone.connect(volume);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + SECONDS);
  }
}
