// Full screen, where the browser offers it.

export const canFullScreen = (): boolean => document.fullscreenEnabled;

export function toggleFullScreen(): void {
  if (!canFullScreen()) return;
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen();
}
