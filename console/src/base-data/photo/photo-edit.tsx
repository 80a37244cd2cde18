import { PaperEdit } from "../paper/paper-form.tsx";
import { PaperPreview } from "../paper-quality/paper-preview.tsx";
import { PaperReview } from "../paper-quality/paper-review.tsx";
import { PhotoFitting, PhotoItems } from "./photo-own.tsx";

export default function PhotoEdit() {
  return (
    <PaperEdit
      noun="photo"
      own={<PhotoItems />}
      preview={
        <>
          <PaperPreview noun="photo" />
          <PhotoFitting />
        </>
      }
      side={(p) => <PaperReview noun="photo" id={p.id} />}
    />
  );
}
