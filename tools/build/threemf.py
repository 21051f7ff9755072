"""A solid as a 3MF file: its triangles, in millimetres, with its name. What slicers open."""

import io
import zipfile

_TYPES = """\
<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
_RELATIONS = """\
<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="model"
 Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""
_MODEL = """\
<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en"
 xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources><object id="1" type="model" name="{name}"><mesh>
<vertices>
{vertices}
</vertices>
<triangles>
{triangles}
</triangles>
</mesh></object></resources>
<build><item objectid="1"/></build>
</model>
"""


def made(name, corners, triangles):
    """The file's bytes. `corners`: (x, y, z) each; `triangles`: three indices of them each."""
    # Each face has corners of its own: where faces meet they become one, so that it is closed.
    numbers, of = {}, []
    for corner in corners:
        key = " ".join(f'{axis}="{value:.4f}"' for axis, value in zip("xyz", corner, strict=True))
        key = key.replace('"-0.0000"', '"0.0000"')
        of.append(numbers.setdefault(key, len(numbers)))
    faces = ([of[corner] for corner in triangle] for triangle in triangles)
    model = _MODEL.format(
        name=name,
        vertices="\n".join(f"<vertex {key}/>" for key in numbers),
        triangles="\n".join(
            f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces if len({a, b, c}) == 3
        ),
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for path, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", model),
        ):
            package.writestr(zipfile.ZipInfo(path), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()
